// SPDX-License-Identifier: MIT
// Builds objects with guice: constructors and fields that annotations mark, providers, scopes.

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Inject;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.name.Named;
import com.google.inject.name.Names;

public class Gui {
    interface Store {
        String get();
    }

    static class Memory implements Store {
        @Inject private Clock clock;

        @Override public String get() {
            return "memory" + clock.ticks++;
        }
    }

    @Singleton
    static class Clock {
        private int ticks;
    }

    static class Service {
        private final Store store;
        private final Provider<Clock> clocks;
        private String label;

        @Inject Service(Store store, Provider<Clock> clocks) {
            this.store = store;
            this.clocks = clocks;
        }

        @Inject void setLabel(@Named("label") String label) {
            this.label = label;
        }

        String run() {
            return label + store.get() + store.get() + clocks.get().ticks;
        }
    }

    static class Parts extends AbstractModule {
        @Override protected void configure() {
            bind(Store.class).to(Memory.class);
            bind(Integer.class).annotatedWith(Names.named("n")).toInstance(4);
        }

        @Provides @Named("label") String label(@Named("n") Integer n) {
            return "l" + n;
        }
    }

    public static void main(String[] args) {
        Injector i = Guice.createInjector(new Parts());
        System.out.println(i.getInstance(Service.class).run());
    }
}

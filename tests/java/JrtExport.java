// SPDX-License-Identifier: MIT
// Writes each module of the running JDK's image as a jar: OUTDIR/MODULE.jar.
//
//     java JrtExport OUTDIR [MODULE...]
//
// The jars hold all files of the module in name order with one fixed time, so
// that two exports of one JDK are the same bytes.

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

final class JrtExport {
    private JrtExport() {
    }

    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.err.println("usage: JrtExport OUTDIR [MODULE...]");
            System.exit(2);
        }
        Path out = Files.createDirectories(Paths.get(args[0]));
        Path root = FileSystems.getFileSystem(URI.create("jrt:/"))
                .getPath("/modules");
        List<String> named = Arrays.asList(args).subList(1, args.length);
        int written = 0;
        for (Path module : list(Files.list(root))) {
            String name = module.getFileName().toString();
            if (named.isEmpty() || named.contains(name)) {
                export(module, out.resolve(name + ".jar"));
                written++;
            }
        }
        System.out.println("modules " + written);
        System.exit(named.isEmpty() || written == named.size() ? 0 : 1);
    }

    private static void export(Path module, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream z = new ZipOutputStream(
                        new BufferedOutputStream(file))) {
            for (Path p : list(Files.walk(module))) {
                if (Files.isRegularFile(p)) {
                    ZipEntry e = new ZipEntry(
                            module.relativize(p).toString());
                    e.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
                    z.putNextEntry(e);
                    z.write(Files.readAllBytes(p));
                    z.closeEntry();
                }
            }
        }
    }

    private static List<Path> list(Stream<Path> s) {
        try (Stream<Path> paths = s) {
            return paths.sorted().collect(Collectors.toList());
        }
    }
}

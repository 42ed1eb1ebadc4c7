// SPDX-License-Identifier: MIT
// h2: a database in memory.

import java.sql.Connection;
import java.util.Properties;
import org.h2.Driver;

public final class H2 {
    private static Connection connection;

    private H2() { }

    public static long run(int n) throws Exception {
        if (connection == null) {
            connection = new Driver().connect("jdbc:h2:mem:", new Properties());
            Base.create(connection);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + Base.round(connection);
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(run(Integer.parseInt(args[0])));
    }
}

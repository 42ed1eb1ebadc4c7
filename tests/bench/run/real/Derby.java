// SPDX-License-Identifier: MIT
// derby: a database in memory.

import java.sql.Connection;
import java.util.Properties;
import org.apache.derby.jdbc.EmbeddedDriver;

public final class Derby {
    private static Connection connection;

    private Derby() { }

    public static long run(int n) throws Exception {
        if (connection == null) {
            String name = "jdbc:derby:memory:x" + System.identityHashCode(Derby.class);
            connection = new EmbeddedDriver().connect(name + ";create=true", new Properties());
            connection.setAutoCommit(false);
            Base.create(connection);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + Base.round(connection);
            connection.commit();
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(run(Integer.parseInt(args[0])));
    }
}

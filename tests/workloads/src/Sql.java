// SPDX-License-Identifier: MIT
// Runs some thousand statements over JDBC and prints the rows: arguments are the URL and the user.

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

public class Sql {
    private static void query(Statement s, String sql) {
        try (ResultSet r = s.executeQuery(sql)) {
            int n = r.getMetaData().getColumnCount();
            while (r.next()) {
                StringBuilder b = new StringBuilder();
                for (int i = 1; i <= n; i++) {
                    b.append(r.getString(i)).append(i < n ? "|" : "");
                }
                System.out.println(b);
            }
        } catch (SQLException e) {
            System.out.println("SQLSTATE " + e.getSQLState());
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(args[0], args[1], ""); Statement s = c.createStatement()) {
            s.execute("CREATE TABLE item(id INT PRIMARY KEY, name VARCHAR(20), price INT)");
            s.execute("CREATE TABLE sale(item INT REFERENCES item(id), n INT)");
            s.execute("CREATE INDEX sale_n ON sale(n)");
            try (PreparedStatement p = c.prepareStatement("INSERT INTO item VALUES (?, ?, ?)")) {
                for (int i = 0; i < 300; i++) {
                    p.setInt(1, i);
                    p.setString(2, "n" + i * 7919 % 31);
                    p.setInt(3, i * 17 % 101);
                    p.executeUpdate();
                }
            }
            c.setAutoCommit(false);
            for (int i = 0; i < 1500; i++) {
                s.execute("INSERT INTO sale VALUES (" + i * 31 % 300 + ", " + i % 13 + ")");
                if (i % 100 == 99) {
                    c.rollback();
                } else if (i % 10 == 9) {
                    c.commit();
                }
            }
            c.commit();
            query(s, "SELECT name, COUNT(*), SUM(n * price) FROM item JOIN sale ON id = item GROUP BY name ORDER BY name");
            query(s, "SELECT id, price FROM item WHERE price > (SELECT AVG(price) FROM item) AND id < 60 ORDER BY price DESC, id");
            query(s, "SELECT name FROM item WHERE id NOT IN (SELECT item FROM sale) AND name LIKE 'n1%' ORDER BY id");
            query(s, "SELECT DISTINCT n FROM sale UNION SELECT price FROM item WHERE id < 5 ORDER BY 1");
            query(s, "SELECT missing FROM item");
            query(s, "SELECT 1 / (id - id) FROM item");
            for (String bad : new String[] {"INSERT INTO item VALUES (1, 'x', 1)", "INSERT INTO sale VALUES (9999, 1)", "DROP"}) {
                try {
                    s.execute(bad);
                } catch (SQLException e) {
                    System.out.println("SQLSTATE " + e.getSQLState());
                }
            }
            c.rollback();
            query(s, "SELECT CASE WHEN n < 5 THEN 'few' ELSE 'many' END, COUNT(*) FROM sale GROUP BY CASE WHEN n < 5 THEN 'few' ELSE 'many' END ORDER BY 1");
            c.commit();
        }
    }
}

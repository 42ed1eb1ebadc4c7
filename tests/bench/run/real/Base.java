// SPDX-License-Identifier: MIT
// What the databases do: tables in memory, filled and asked.

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

final class Base {
    private static final int ITEMS = 150, SALES = 400;

    private Base() { }

    static void create(Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            s.execute("CREATE TABLE item(id INT PRIMARY KEY, name VARCHAR(20), price INT)");
            s.execute("CREATE TABLE sale(item INT, n INT)");
            s.execute("CREATE INDEX sale_n ON sale(n)");
        }
        try (PreparedStatement p = c.prepareStatement("INSERT INTO item VALUES (?, ?, ?)")) {
            for (int i = 0; i < ITEMS; i++) {
                p.setInt(1, i);
                p.setString(2, "n" + i * 7919 % 31);
                p.setInt(3, i * 17 % 101);
                p.executeUpdate();
            }
        }
    }

    static long round(Connection c) throws SQLException {
        long sum = 0;
        try (Statement s = c.createStatement()) {
            fill(c);
            sum += ask(s, "SELECT name, COUNT(*), SUM(n * price) FROM item JOIN sale" +
                    " ON id = item GROUP BY name ORDER BY name");
            sum += ask(s, "SELECT id, price FROM item WHERE price > (SELECT AVG(price)" +
                    " FROM item) AND id < 60 ORDER BY price DESC, id");
            sum += ask(s, "SELECT id, name FROM item WHERE id NOT IN (SELECT item FROM sale" +
                    " WHERE n < 3) AND name LIKE 'n1%' ORDER BY id");
            sum += s.executeUpdate("DELETE FROM sale");
        }
        return sum;
    }

    private static void fill(Connection c) throws SQLException {
        try (PreparedStatement p = c.prepareStatement("INSERT INTO sale VALUES (?, ?)")) {
            for (int i = 0; i < SALES; i++) {
                p.setInt(1, i * 31 % ITEMS);
                p.setInt(2, i % 13);
                p.executeUpdate();
            }
        }
    }

    private static long ask(Statement s, String sql) throws SQLException {
        long sum = 0;
        try (ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                sum = sum * 31 + r.getString(1).hashCode() + r.getString(2).hashCode();
            }
        }
        return sum;
    }
}

// SPDX-License-Identifier: MIT
// Puts, gets, deletes and walks records of Berkeley DB JE, whose jar is full of jsr and ret.

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import java.io.File;

public class Je {
    public static void main(String[] args) throws Exception {
        File home = new File(args[0]);
        home.mkdirs();
        EnvironmentConfig ec = new EnvironmentConfig();
        ec.setAllowCreate(true);
        ec.setTransactional(true);
        Environment env = new Environment(home, ec);
        DatabaseConfig dc = new DatabaseConfig();
        dc.setAllowCreate(true);
        dc.setTransactional(true);
        dc.setSortedDuplicates(true);
        Database db = env.openDatabase(null, "db", dc);
        for (int i = 0; i < 2000; i++) {
            Transaction t = env.beginTransaction(null, null);
            db.put(t, entry("k" + i * 7919 % 701), entry("v" + i));
            if (i % 11 == 0) {
                t.abort();
            } else {
                t.commit();
            }
        }
        for (int i = 0; i < 300; i += 3) {
            db.delete(null, entry("k" + i));
        }
        env.checkpoint(null);
        long hash = 0;
        int n = 0;
        DatabaseEntry k = new DatabaseEntry();
        DatabaseEntry v = new DatabaseEntry();
        Cursor c = db.openCursor(null, null);
        while (c.getNext(k, v, LockMode.DEFAULT) == OperationStatus.SUCCESS) {
            hash = hash * 31 + new String(k.getData()).hashCode() * 7L + new String(v.getData()).hashCode();
            n++;
        }
        c.close();
        db.close();
        env.close();
        for (File f : home.listFiles()) {
            f.delete();     // the log holds times
        }
        home.delete();
        System.out.println(n + " " + hash);
    }

    private static DatabaseEntry entry(String s) {
        return new DatabaseEntry(s.getBytes());
    }
}

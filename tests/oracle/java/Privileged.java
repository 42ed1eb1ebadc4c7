// SPDX-License-Identifier: MIT
// AccessController.doPrivileged runs what it is given.

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

@SuppressWarnings("removal")
public class Privileged {
    static class Action implements PrivilegedAction<String> {
        @Override
        public String run() {
            return "action";
        }
    }

    static class Failing implements PrivilegedExceptionAction<String> {
        @Override
        public String run() throws Exception {
            throw new Exception("failing");
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(AccessController.doPrivileged(new Action()));
        try {
            AccessController.doPrivileged(new Failing());
        } catch (PrivilegedActionException e) {
            System.out.println(e.getException().getMessage());
        }
        PrivilegedAction<Integer> lambda = () -> 7;
        System.out.println(AccessController.doPrivileged(lambda));
        System.out.println(AccessController.doPrivileged(
                (PrivilegedExceptionAction<String>) () -> "thrown not",
                AccessController.getContext()));
    }
}
// expect: action
// expect: failing
// expect: 7
// expect: thrown not

// SPDX-License-Identifier: MIT
// A numeric kernel: matrices, a Fourier transform and bodies that attract each other,
// in small methods.
package num;

public final class Main {
    private static final int SIZE = 16, POINTS = 64, BODIES = 5, STEPS = 4;

    private Main() { }

    /** Each of them n times. */
    public static long run(int n) {
        double sum = 0;
        Matrix m = new Matrix(SIZE);
        System sun = new System(BODIES);
        for (int i = 0; i < n; i++) {
            m.set(i % SIZE, i / SIZE % SIZE, i % 13);
            sum += m.times(m).trace() / 1e6;
            sum += Fourier.energy(POINTS, i % 7 + 1);
            for (int s = 0; s < STEPS; s++) {
                sun.advance(0.001);
            }
            sum += sun.energy();
        }
        return Double.doubleToLongBits(sum);
    }
}

final class Matrix {
    private final int n;
    private final double[] cell;

    Matrix(int n) {
        this.n = n;
        cell = new double[n * n];
    }

    private int at(int row, int column) {
        return row * n + column;
    }

    double get(int row, int column) {
        return cell[at(row, column)];
    }

    void set(int row, int column, double value) {
        cell[at(row, column)] = value;
    }

    Matrix times(Matrix other) {
        Matrix product = new Matrix(n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                product.set(i, j, dot(other, i, j));
            }
        }
        return product;
    }

    private double dot(Matrix other, int row, int column) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += get(row, k) * other.get(k, column);
        }
        return sum;
    }

    double trace() {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += get(i, i);
        }
        return sum;
    }
}

final class Complex {
    final double re, im;

    Complex(double re, double im) {
        this.re = re;
        this.im = im;
    }

    static Complex unit(double angle) {
        return new Complex(Math.cos(angle), Math.sin(angle));
    }

    Complex plus(Complex o) {
        return new Complex(re + o.re, im + o.im);
    }

    Complex minus(Complex o) {
        return new Complex(re - o.re, im - o.im);
    }

    Complex times(Complex o) {
        return new Complex(re * o.re - im * o.im, re * o.im + im * o.re);
    }

    double square() {
        return re * re + im * im;
    }
}

final class Fourier {
    private Fourier() { }

    static double energy(int points, int wave) {
        Complex[] in = new Complex[points];
        for (int i = 0; i < points; i++) {
            in[i] = new Complex(i * wave % points, 0);
        }
        double sum = 0;
        for (Complex c : transform(in)) {
            sum += c.square();
        }
        return sum / points;
    }

    private static Complex[] transform(Complex[] in) {
        int n = in.length;
        if (n == 1) {
            return in;
        }
        Complex[] even = transform(part(in, 0)), odd = transform(part(in, 1));
        Complex[] out = new Complex[n];
        Complex turn = Complex.unit(-2 * Math.PI / n), w = new Complex(1, 0);
        for (int k = 0; k < n / 2; k++) {
            Complex t = w.times(odd[k]);
            out[k] = even[k].plus(t);
            out[k + n / 2] = even[k].minus(t);
            w = w.times(turn);
        }
        return out;
    }

    private static Complex[] part(Complex[] in, int from) {
        Complex[] out = new Complex[in.length / 2];
        for (int i = 0; i < out.length; i++) {
            out[i] = in[2 * i + from];
        }
        return out;
    }
}

final class Body {
    private final double mass;
    private double x, y, z, vx, vy, vz;

    Body(int i) {
        mass = i == 0 ? 40 : 0.01 * i;
        x = 3 * i;
        y = i * i % 5;
        z = 0.1 * i;
        vy = i == 0 ? 0 : 2.0 / i;
    }

    double distance2(Body o) {
        return square(x - o.x) + square(y - o.y) + square(z - o.z);
    }

    private static double square(double d) {
        return d * d;
    }

    void attract(Body o, double dt) {
        double d2 = distance2(o);
        double pull = dt / (d2 * Math.sqrt(d2));
        o.push(x - o.x, y - o.y, z - o.z, pull * mass);
        push(o.x - x, o.y - y, o.z - z, pull * o.mass);
    }

    private void push(double dx, double dy, double dz, double by) {
        vx += dx * by;
        vy += dy * by;
        vz += dz * by;
    }

    void move(double dt) {
        x += vx * dt;
        y += vy * dt;
        z += vz * dt;
    }

    double kinetic() {
        return mass * (square(vx) + square(vy) + square(vz)) / 2;
    }
}

final class System {
    private final Body[] bodies;

    System(int n) {
        bodies = new Body[n];
        for (int i = 0; i < n; i++) {
            bodies[i] = new Body(i);
        }
    }

    void advance(double dt) {
        for (int i = 0; i < bodies.length; i++) {
            for (int j = i + 1; j < bodies.length; j++) {
                bodies[i].attract(bodies[j], dt);
            }
        }
        for (Body b : bodies) {
            b.move(dt);
        }
    }

    double energy() {
        double sum = 0;
        for (Body b : bodies) {
            sum += b.kinetic();
        }
        return sum;
    }
}

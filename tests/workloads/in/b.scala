// SPDX-License-Identifier: MIT
// Program of the scala workload: pattern matching, traits, lazy streams, non-local returns.
sealed trait Expr
case class Num(v: Int) extends Expr
case class Add(a: Expr, b: Expr) extends Expr
case class Mul(a: Expr, b: Expr) extends Expr
trait Loud { def say: String = "loud " + super.toString.length.min(0) }
object Main {
  def eval(e: Expr): Int = e match {
    case Num(v) => v
    case Add(a, b) => eval(a) + eval(b)
    case Mul(Num(0), _) | Mul(_, Num(0)) => 0
    case Mul(a, b) => eval(a) * eval(b)
  }
  def tree(n: Int): Expr = if (n == 0) Num(2) else if (n % 2 == 0) Add(tree(n - 1), Num(n)) else Mul(tree(n - 1), Num(1))
  def firstBig(xs: Seq[Int]): Int = { xs.foreach { x => if (x > 50) return x }; -1 }
  lazy val primes: Stream[Int] = 2 #:: Stream.from(3).filter(i => primes.takeWhile(p => p * p <= i).forall(i % _ != 0))
  def main(args: Array[String]): Unit = {
    println(eval(tree(100)))
    println(firstBig(Seq(1, 20, 51, 70)))
    println(primes.take(200).last)
    println((1 to 1000).par.map(x => x.toLong * x).sum)
    println((1 to 300).map(i => "w" + (i * 7919 % 17)).groupBy(identity).mapValues(_.size).toList.sortBy(p => (-p._2, p._1)).take(4))
    for (i <- 0 until 3) try { if (i == 1) sys.error("boom") else println(i) } catch { case e: RuntimeException => println(e.getMessage) }
    println((new Object with Loud).say)
    val it = for (a <- 1 to 3; b <- 'a' to 'c' if a != 2) yield s"$a$b"
    println(it.mkString(" "))
  }
}

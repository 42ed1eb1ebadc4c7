from java.util import ArrayList, TreeMap

class Counter(object):
    def __init__(self, n):
        self.n = n

    def words(self):
        return [w.upper() for w in ("a", "b")] * self.n

m = TreeMap()
m.put("k", Counter(2).words())
a = ArrayList([3, 1, 2])
a.sort(None)
print m, a, sum(x for x in a), "%03d" % 7

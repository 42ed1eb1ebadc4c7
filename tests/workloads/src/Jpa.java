// SPDX-License-Identifier: MIT
// Keeps entities in a database of JPA: classes and fields by annotations, queries by text.

import java.util.ArrayList;
import java.util.List;
import javax.persistence.CascadeType;
import javax.persistence.Entity;
import javax.persistence.EntityManager;
import javax.persistence.EntityManagerFactory;
import javax.persistence.GeneratedValue;
import javax.persistence.Id;
import javax.persistence.ManyToOne;
import javax.persistence.OneToMany;
import javax.persistence.Persistence;
import javax.persistence.PrePersist;

public class Jpa {
    @Entity(name = "Author")
    public static class Author {
        @Id @GeneratedValue private long id;
        private String name;
        @OneToMany(mappedBy = "author", cascade = CascadeType.ALL) private List<Book> books = new ArrayList<>();

        @PrePersist void named() {
            name = name.trim();
        }
    }

    @Entity(name = "Book")
    public static class Book {
        @Id @GeneratedValue private long id;
        private String title;
        @ManyToOne private Author author;
    }

    public static void main(String[] args) {
        EntityManagerFactory factory = Persistence.createEntityManagerFactory("books");
        EntityManager m = factory.createEntityManager();
        m.getTransaction().begin();
        Author a = new Author();
        a.name = " Ann ";
        for (String title : new String[] {"x", "y"}) {
            Book b = new Book();
            b.title = title;
            b.author = a;
            a.books.add(b);
        }
        m.persist(a);
        m.getTransaction().commit();
        m.clear();
        List<Book> found = m.createQuery("select b from Book b where b.author.name = :n order by b.title", Book.class)
            .setParameter("n", "Ann").getResultList();
        System.out.println(found.size() + found.get(1).title + found.get(0).author.name);
        m.close();
        factory.close();
    }
}

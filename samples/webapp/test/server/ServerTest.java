// SPDX-License-Identifier: MIT
package server;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

public class ServerTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static Main server;

    @BeforeClass
    public static void start() throws Exception {
        server = new Main(new File(System.getProperty("applications")), 0);
    }

    @AfterClass
    public static void stop() throws Exception {
        server.stop();
    }

    private static String get(String path) throws Exception {
        URI uri = new URI("http", null, "localhost", server.port(), "/" + path, null, null);
        HttpRequest request = HttpRequest.newBuilder(
                URI.create(uri.toString().replace("%3F", "?"))).build();
        HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        return response.statusCode() == 200 ? response.body() : "" + response.statusCode();
    }

    @Test
    public void whatIsLentIsNotOnTheShelf() throws Exception {
        assertEquals("Jane Austen: Emma\n", get("reader/search?words=Emm"));
        assertEquals("Jane Austen: Emma, until day 28", get("reader/borrow?title=Emma&member=ada"));
        assertEquals("", get("reader/search?words=Emm"));
        assertEquals("409", get("reader/borrow?title=Emma&member=tim"));
        assertEquals("day 31", get("staff/desk?do=days&n=31"));
        assertEquals("1.50 to pay", get("staff/desk?do=return&title=Emma"));
        assertEquals("was not lent", get("staff/desk?do=return&title=Emma"));
    }

    @Test
    public void childrenPayNothing() throws Exception {
        assertEquals("Metropolis (153 minutes)", get(
                "reader/borrow?title=Metropolis&member=tim").replaceAll(",.*", ""));
        get("staff/desk?do=days&n=100");
        assertEquals("nothing to pay", get("staff/desk?do=return&title=Metropolis"));
    }
}

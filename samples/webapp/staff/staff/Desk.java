// SPDX-License-Identifier: MIT
package staff;

import java.io.IOException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import lending.Film;
import lending.Library;

/** GET /desk?do=return&title=..., do=days&n=..., do=film&title=...&minutes=... */
@WebServlet("/desk")
public class Desk extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.getWriter().print(act(request.getParameter("do"), request));
    }

    private String act(String action, HttpServletRequest request) {
        switch (action) {
            case "return":
                return Money.print(Library.get().giveBack(request.getParameter("title")));
            case "days":
                return "day " + Library.get().pass(number(request, "n"));
            case "film":
                Library.get().add(new Film(request.getParameter("title"),
                        number(request, "minutes")));
                return "added";
            default:
                return "no such action: " + action;
        }
    }

    private static int number(HttpServletRequest request, String name) {
        return Integer.parseInt(request.getParameter(name));
    }
}

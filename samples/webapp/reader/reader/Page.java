// SPDX-License-Identifier: MIT
package reader;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** A page of plain text. */
abstract class Page extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** What it says, or null if that cannot be done. */
    protected abstract String answer(HttpServletRequest request);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String answer = answer(request);
        if (answer == null) {
            response.sendError(HttpServletResponse.SC_CONFLICT);
            return;
        }
        response.setContentType("text/plain;charset=utf-8");
        response.getWriter().print(answer);
    }
}

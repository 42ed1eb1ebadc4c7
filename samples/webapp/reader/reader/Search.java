// SPDX-License-Identifier: MIT
package reader;

import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServletRequest;
import lending.Library;

/** GET /search?words=... */
@WebServlet("/search")
public class Search extends Page {
    private static final long serialVersionUID = 1;

    @Override
    protected String answer(HttpServletRequest request) {
        return Library.get().search(request.getParameter("words"));
    }
}

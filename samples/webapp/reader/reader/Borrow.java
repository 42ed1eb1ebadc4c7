// SPDX-License-Identifier: MIT
package reader;

import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServletRequest;
import lending.Library;
import lending.Loan;

/** GET /borrow?title=...&member=... */
@WebServlet("/borrow")
public class Borrow extends Page {
    private static final long serialVersionUID = 1;

    @Override
    protected String answer(HttpServletRequest request) {
        Loan loan = Library.get().borrow(request.getParameter("title"),
                request.getParameter("member"));
        return loan == null ? null : loan.describe();
    }
}

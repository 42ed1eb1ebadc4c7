// SPDX-License-Identifier: MIT
// Grammar of a small calculator for the antlr2 workload.
class CalcParser extends Parser;
options { buildAST = true; k = 2; defaultErrorHandler = true; }
program : (statement)* EOF! ;
statement
    : (ID ASSIGN) => ID ASSIGN^ expr SEMI!
    | expr SEMI!
    | "if"^ LPAREN! expr RPAREN! statement
      (options { greedy = true; } : "else"! statement)?
    | "while"^ LPAREN! expr RPAREN! statement
    | LCURLY^ (statement)* RCURLY!
    ;
expr : mexpr ((PLUS^ | MINUS^) mexpr)* ;
mexpr : atom ((STAR^ | DIV^) atom)* ;
atom : INT | (ID LPAREN) => call | ID | LPAREN! expr RPAREN! ;
call : ID LPAREN^ (expr (COMMA! expr)*)? RPAREN! ;

class CalcLexer extends Lexer;
options { k = 2; charVocabulary = '\3'..'\377'; }
WS : (' ' | '\t' | '\r' | '\n' { newline(); }) { $setType(Token.SKIP); } ;
LPAREN : '(' ; RPAREN : ')' ; LCURLY : '{' ; RCURLY : '}' ;
STAR : '*' ; DIV : '/' ; PLUS : '+' ; MINUS : '-' ; SEMI : ';' ; COMMA : ',' ;
ASSIGN : '=' ;
INT : ('0'..'9')+ ;
ID : ('a'..'z' | 'A'..'Z' | '_') ('a'..'z' | 'A'..'Z' | '_' | '0'..'9')* ;

class CalcWalker extends TreeParser;
expr returns [float r] { float a, b; r = 0; }
    : #(PLUS a=expr b=expr) { r = a + b; }
    | #(MINUS a=expr b=expr) { r = a - b; }
    | #(STAR a=expr b=expr) { r = a * b; }
    | #(DIV a=expr b=expr) { r = a / b; }
    | i:INT { r = (float) Integer.parseInt(i.getText()); }
    ;

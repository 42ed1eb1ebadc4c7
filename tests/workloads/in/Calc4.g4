// SPDX-License-Identifier: MIT
// Grammar of a small calculator for the antlr4 workload.
grammar Calc4;
prog : stat* EOF ;
stat
    : expr ';'                                  # Print
    | ID '=' expr ';'                           # Assign
    | 'if' '(' expr ')' stat ('else' stat)?     # If
    | 'while' '(' expr ')' stat                 # While
    | '{' stat* '}'                             # Block
    ;
expr
    : <assoc=right> expr '^' expr               # Power
    | '-' expr                                  # Neg
    | expr op=('*' | '/' | '%') expr            # MulDiv
    | expr op=('+' | '-') expr                  # AddSub
    | expr ('<' | '==') expr                    # Compare
    | ID '(' (expr (',' expr)*)? ')'            # Call
    | INT                                       # Int
    | ID                                        # Id
    | '(' expr ')'                              # Parens
    ;
ID : [\p{Alpha}_] [\p{Alnum}_]* ;
INT : [0-9]+ ('.' [0-9]*)? ;
STRING : '"' ('\\' . | ~["\\])* '"' ;
WS : [ \t\r\n]+ -> skip ;
COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;

// The tokens of PromQL, those of Prometheus 2.42. Braces and brackets have modes of their own: keywords are plain names
// between braces, and a colon between brackets separates the range of a subquery from its step.
lexer grammar PromqlLexer;

options { caseInsensitive = true; }

LOR : 'or';
LAND : 'and';
LUNLESS : 'unless';
ATAN2 : 'atan2';
OFFSET : 'offset';
BY : 'by';
WITHOUT : 'without';
ON : 'on';
IGNORING : 'ignoring';
GROUP_LEFT : 'group_left';
GROUP_RIGHT : 'group_right';
BOOL : 'bool';
START : 'start';
END : 'end';
AVG : 'avg';
BOTTOMK : 'bottomk';
COUNT : 'count';
COUNT_VALUES : 'count_values';
GROUP : 'group';
MAX : 'max';
MIN : 'min';
QUANTILE : 'quantile';
STDDEV : 'stddev';
STDVAR : 'stdvar';
SUM : 'sum';
TOPK : 'topk';

NUMBER : '0x' [0-9a-f]* | DIGIT+ ('.' DIGIT*)? EXPONENT? | '.' DIGIT+ EXPONENT? | 'inf' | 'nan';
DURATION : (DIGIT+ UNIT)+;
// Longer than a number or duration; no rule of the parser has it.
BAD_NUMBER : '.'? DIGIT [0-9a-z_.]*;
IDENTIFIER : NAME;
METRIC_IDENTIFIER : [a-z_:] [a-z0-9_:]*;
STRING : '"' ('\\' . | ~["\\\n])* '"' | '\'' ('\\' . | ~['\\\n])* '\'' | '`' ~[`]* '`';

EQLC : '==';
NEQ : '!=';
LTE : '<=';
LSS : '<';
GTE : '>=';
GTR : '>';
ADD : '+';
SUB : '-';
MUL : '*';
DIV : '/';
MOD : '%';
POW : '^';
AT : '@';
COMMA : ',';
LEFT_PAREN : '(';
RIGHT_PAREN : ')';
LEFT_BRACE : '{' -> pushMode(BRACES);
LEFT_BRACKET : '[' -> pushMode(BRACKETS);
BLANK : [ \t\r\n]+ -> skip;
COMMENT : '#' ~[\r\n]* -> skip;

fragment DIGIT : [0-9];
fragment EXPONENT : 'e' [+-]? DIGIT*;
fragment NAME : [a-z_] [a-z0-9_]*;
fragment UNIT options { caseInsensitive = false; } : 'ms' | [smhdwy];

mode BRACES;
LABEL : NAME -> type(IDENTIFIER);
EQL : '=';
LABEL_NEQ : '!=' -> type(NEQ);
EQL_REGEX : '=~';
NEQ_REGEX : '!~';
LABEL_COMMA : ',' -> type(COMMA);
LABEL_VALUE : ('"' ('\\' . | ~["\\\n])* '"' | '\'' ('\\' . | ~['\\\n])* '\'' | '`' ~[`]* '`') -> type(STRING);
RIGHT_BRACE : '}' -> popMode;
LABEL_BLANK : [ \t\r\n]+ -> skip;
LABEL_COMMENT : '#' ~[\r\n]* -> skip;

mode BRACKETS;
RANGE : (DIGIT+ UNIT)+ -> type(DURATION);
BAD_RANGE : DIGIT [0-9a-z_.]* -> type(BAD_NUMBER);
COLON : ':';
RIGHT_BRACKET : ']' -> popMode;
RANGE_BLANK : [ \t\r\n]+ -> skip;
RANGE_COMMENT : '#' ~[\r\n]* -> skip;

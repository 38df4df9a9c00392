// The grammar of PromQL, that of Prometheus 2.42. Types and counts of arguments are checked on the expression.
parser grammar PromqlParser;

options { tokenVocab = PromqlLexer; }

query : expression EOF;

// From the strongest to the weakest binding.
expression
    : expression LEFT_BRACKET range=DURATION (COLON step=DURATION?)? RIGHT_BRACKET # range
    | expression OFFSET SUB? DURATION # offset
    | expression AT (sign=(ADD | SUB)? NUMBER | anchor=(START | END) LEFT_PAREN RIGHT_PAREN) # at
    | <assoc=right> expression op=POW modifier expression # binary
    | op=(ADD | SUB) expression # unary
    | expression op=(MUL | DIV | MOD | ATAN2) modifier expression # binary
    | expression op=(ADD | SUB) modifier expression # binary
    | expression op=(EQLC | NEQ | LTE | LSS | GTE | GTR) modifier expression # binary
    | expression op=(LAND | LUNLESS) modifier expression # binary
    | expression op=LOR modifier expression # binary
    | aggregator (grouping arguments | arguments grouping?) # aggregation
    | IDENTIFIER arguments # call
    | (metricName matchers? | matchers) # selector
    | NUMBER # number
    | STRING # string
    | LEFT_PAREN expression RIGHT_PAREN # parentheses
    ;

aggregator
    : AVG | BOTTOMK | COUNT | COUNT_VALUES | GROUP | MAX | MIN | QUANTILE | STDDEV | STDVAR | SUM | TOPK
    ;

grouping : (BY | WITHOUT) labels;

modifier
    : BOOL? ((ON | IGNORING) matching=labels (side=(GROUP_LEFT | GROUP_RIGHT) include=labels?)?)?
    ;

arguments : LEFT_PAREN (expression (COMMA expression)*)? RIGHT_PAREN;

labels : LEFT_PAREN (labelName (COMMA labelName)* COMMA?)? RIGHT_PAREN;

matchers : LEFT_BRACE (matcher (COMMA matcher)* COMMA?)? RIGHT_BRACE;

matcher : IDENTIFIER op=(EQL | NEQ | EQL_REGEX | NEQ_REGEX) STRING;

metricName
    : IDENTIFIER | METRIC_IDENTIFIER | aggregator | BY | WITHOUT | OFFSET | LAND | LOR | LUNLESS | START | END
    ;

labelName
    : IDENTIFIER | aggregator | BY | OFFSET | LAND | LOR | LUNLESS | START | END | ON | IGNORING | BOOL | ATAN2
    | GROUP_LEFT | GROUP_RIGHT
    ;

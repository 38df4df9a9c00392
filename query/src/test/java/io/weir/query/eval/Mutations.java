package io.weir.query.eval;

import java.util.List;
import java.util.Random;

/** Changes queries by little, so that most of them are wrong. */
final class Mutations {
    private static final List<String> TOKENS = List.of(
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "=",
            "==",
            "!=",
            "=~",
            "!~",
            "<",
            ">=",
            "+",
            "-",
            "^",
            "@",
            "5m",
            "1h30m",
            "0s",
            "5x",
            "1m5",
            "2w1y",
            "007",
            "08",
            "0x1F",
            "1e",
            "1.5.2",
            ".5",
            "Inf",
            "nan",
            "by",
            "without",
            "on",
            "ignoring",
            "group_left",
            "group_right(a)",
            "bool",
            "offset",
            "and",
            "unless",
            "atan2",
            "sum",
            "topk",
            "count_values",
            "start()",
            "end",
            "'a'",
            "\"\\x41\"",
            "\"\\q\"",
            "`b",
            "#c\n",
            "foo",
            "a:b",
            ":a",
            "foo_",
            "rate",
            "[5m]",
            "[5m:]",
            "[1m:2s]",
            "{a=\"b\",}",
            "offset -1m",
            "@ 5",
            "(a,)",
            "by (a)",
            "ä",
            "\n");

    private final Random random;

    Mutations(Random random) {
        this.random = random;
    }

    String mutate(String query) {
        String mutant = query;
        for (int i = random.nextInt(1, 3); i > 0; i--) {
            mutant = once(mutant);
        }
        return mutant;
    }

    private String once(String query) {
        int length = query.length();
        int from = random.nextInt(length + 1);
        int to = Math.min(length, from + random.nextInt(1, 5));
        String token = TOKENS.get(random.nextInt(TOKENS.size()));
        return switch (random.nextInt(6)) {
            case 0 -> query.substring(0, from) + query.substring(to);
            case 1 -> query.substring(0, to) + query.substring(from);
            case 2 -> query.substring(0, from) + token + query.substring(to);
            case 3 -> query.substring(0, from) + " " + token + " " + query.substring(from);
            case 4 -> query.substring(0, from);
            default -> query.substring(0, from) + token + query.substring(from);
        };
    }
}

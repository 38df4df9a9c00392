package io.weir.contract.rule.match;

import io.weir.contract.config.Refusal;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates the size of a regular expression with its counted repetitions expanded, which the
 * library does without a limit: {@code ((a{1000}){1000}){1000}} would exhaust the memory. The
 * estimate is never too small.
 */
public final class RegexSize {
    /** More nested parentheses would exhaust the stack. */
    public static final int MOST_NESTED = 250;

    private static final long MAX = 10_000;

    private final String expression;
    private final long most;
    private final Deque<Long> outer = new ArrayDeque<>();
    private int at;
    private long size;
    private long last;

    private RegexSize(String expression, long most) {
        this.expression = expression;
        this.most = most;
    }

    /**
     * The size in characters.
     *
     * @throws Refusal if it is too large
     */
    static long of(String expression) {
        long size = of(expression, MAX);
        if (size > MAX) {
            throw new Refusal(
                    "repeats too much: written out, it has more than " + MAX + " characters",
                    "lower the numbers in braces");
        }
        return size;
    }

    /** The size in characters; more than {@code most} if it is larger, or if parentheses nest too deeply. */
    public static long of(String expression, long most) {
        return new RegexSize(expression, most).reckon();
    }

    private long reckon() {
        while (at < expression.length()) {
            char c = expression.charAt(at++);
            if (c == '{') {
                repeat();
            } else if (c == '(' && skipsFlags()) {
                size++;
            } else if (c == '(') {
                outer.push(size);
                size = 1;
                if (outer.size() > MOST_NESTED) {
                    return most + 1;
                }
            } else if (c == ')') {
                last = size;
                size += outer.isEmpty() ? 0 : outer.pop();
            } else if (c == '*' || c == '+' || c == '?') {
                size++;
            } else {
                int added = single(c);
                last = added == 0 ? last : added;
                size += added;
            }
            if (size > most) {
                return size;
            }
        }
        return size;
    }

    /** Skips flags such as {@code (?i)}: a repetition after them applies to the expression before them. */
    private boolean skipsFlags() {
        int end = at + 1;
        while (end < expression.length()
                && (Character.isLetter(expression.charAt(end)) || expression.charAt(end) == '-')) {
            end++;
        }
        boolean areFlags = is('?') && end < expression.length() && expression.charAt(end) == ')';
        at = areFlags ? end + 1 : at;
        return areFlags;
    }

    /**
     * Skips a character, a class or a quotation; in the latter two, no character is special. An empty quotation is
     * nothing.
     */
    private int single(char c) {
        int from = at;
        if (c == '[') {
            skipClass();
        } else if (c == '\\' && is('Q')) {
            int end = expression.indexOf("\\E", at);
            at = end < 0 ? expression.length() : end + 2;
            return end == from + 1 ? 0 : at - from;
        } else if (c == '\\') {
            at++;
        }
        return 1;
    }

    private void skipClass() {
        at += is('^') ? 1 : 0;
        // A bracket in first position belongs to the class.
        at += is(']') ? 1 : 0;
        while (at < expression.length() && !is(']')) {
            int named = expression.startsWith("[:", at) ? expression.indexOf(":]", at) : -1;
            at = named < 0 ? at + (is('\\') ? 2 : 1) : named + 2;
        }
        at++;
    }

    /** Parses the rest after the brace: {@code 3}}, {@code 3,}} or {@code 3,5}}. */
    private void repeat() {
        long times = Math.max(number(), 1);
        if (is(',')) {
            at++;
            times = Math.max(times, number());
        }
        at += is('}') ? 1 : 0;
        size += last * (times - 1) + 1;
        last *= times;
    }

    private boolean is(char c) {
        return at < expression.length() && expression.charAt(at) == c;
    }

    private long number() {
        long number = 0;
        while (at < expression.length() && Character.isDigit(expression.charAt(at))) {
            number = Math.min(number * 10 + Character.digit(expression.charAt(at++), 10), most);
        }
        return number;
    }
}

package io.weir.gateway.opentsdb;

import java.util.List;
import java.util.stream.Stream;

/**
 * A message that must be refused.
 *
 * @param at index of the error
 */
record BadMessage(String reason, int at, String text) {

    static List<BadMessage> ofTelnet() {
        return read("""
                opentsdb-unknown-command 0 ptu a 1 2
                opentsdb-unknown-command 0 PUT a 1 2
                opentsdb-unknown-command 0 puta 1 2
                opentsdb-unknown-command 0 rollup 1h-sum a 1 2 h=x
                opentsdb-unknown-command 0 diediedie
                opentsdb-unknown-command 0 {"metric":"a","timestamp":1,"value":2}
                opentsdb-unknown-command 0 a.b.c 1 1790000000
                opentsdb-not-a-point 0 put
                opentsdb-not-a-point 0 put a
                opentsdb-not-a-point 0 put a 1
                opentsdb-bad-metric 4 put .a 1 2
                opentsdb-bad-metric 4 put a..b 1 2 h=x
                opentsdb-bad-metric 4 put a. 1 2
                opentsdb-bad-metric 4 put #a 1 2
                opentsdb-bad-tag 10 put a 1 2 h
                opentsdb-bad-tag 10 put a 1 2 h=
                opentsdb-bad-tag 10 put a 1 2 =x
                opentsdb-bad-tag 14 put a 1 2 h=x h=y
                opentsdb-bad-tag 14 put a 1 2 h=x k
                opentsdb-bad-tag 10 put a 1 2 = h=x
                invalid-number 8 put a 1 x
                invalid-number 8 put a 1 1i h=x
                invalid-number 8 put a 1 host=x
                invalid-number 8 put a 1 0x10
                invalid-number 8 put a 1 1,b=2
                invalid-number 8 put a 1 +-5
                invalid-number 8 put a 1 true
                not-finite 8 put a 1 NaN
                not-finite 8 put a 1 -Infinity
                number-out-of-range 8 put a 1 1e999
                invalid-timestamp 6 put a x 2
                invalid-timestamp 6 put a -1 2
                invalid-timestamp 6 put a 0 2
                invalid-timestamp 6 put a 0.0 2
                invalid-timestamp 6 put a 1m-ago 2
                invalid-timestamp 6 put a 1.2.3 2
                timestamp-out-of-range 6 put a 17900000000000 2
                timestamp-out-of-range 6 put a 9223372037 2
                timestamp-out-of-range 6 put a 9223372036855 2
                timestamp-out-of-range 6 put a 1790000000000000000 2
                timestamp-out-of-range 6 put a 1790000000250.5 2
                """);
    }

    static List<BadMessage> ofHttp() {
        return read("""
                opentsdb-not-a-point 0 null
                opentsdb-not-a-point 0 7
                opentsdb-not-a-point 0 "put a 1 2"
                opentsdb-not-a-point 0 [{"metric":"a","timestamp":1,"value":2}]
                opentsdb-bad-metric 0 {"timestamp":1,"value":2}
                opentsdb-bad-metric 10 {"metric":null,"timestamp":1,"value":2}
                opentsdb-bad-metric 10 {"metric":"","timestamp":1,"value":2}
                opentsdb-bad-metric 10 {"metric":["a"],"timestamp":1,"value":2}
                opentsdb-bad-metric 10 {"metric":"a..b","timestamp":1,"value":2}
                opentsdb-bad-metric 10 {"metric":"a\\nh\\nx","timestamp":1,"value":2}
                opentsdb-bad-metric 10 {"metric":"\\u0000","timestamp":1,"value":2}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":["h","x"]}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":"h=x"}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":{"h":null}}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":{"h":{"x":"y"}}}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":{"h":""}}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":{"":"x"}}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":{"h":"x","h":"y"}}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":{"h\\nk":"x"}}
                opentsdb-bad-tag 45 {"metric":"a","timestamp":1,"value":2,"tags":{"h":"x\\ny"}}
                invalid-number 0 {"metric":"a","timestamp":1}
                invalid-number 36 {"metric":"a","timestamp":1,"value":null}
                invalid-number 36 {"metric":"a","timestamp":1,"value":true}
                invalid-number 36 {"metric":"a","timestamp":1,"value":"4 2"}
                invalid-number 36 {"metric":"a","timestamp":1,"value":""}
                invalid-number 36 {"metric":"a","timestamp":1,"value":{"v":2}}
                not-finite 36 {"metric":"a","timestamp":1,"value":"NaN"}
                number-out-of-range 36 {"metric":"a","timestamp":1,"value":1e999}
                invalid-timestamp 0 {"metric":"a","value":2}
                invalid-timestamp 26 {"metric":"a","timestamp":-1,"value":2}
                invalid-timestamp 26 {"metric":"a","timestamp":0,"value":2}
                invalid-timestamp 26 {"metric":"a","timestamp":"2026-11-26","value":2}
                timestamp-out-of-range 26 {"metric":"a","timestamp":1790000000000000000,"value":2}
                """);
    }

    private static List<BadMessage> read(String table) {
        return table.lines()
                .map(line -> Stream.of(line.split(" ", 3)).toList())
                .map(words -> new BadMessage(words.get(0), Integer.parseInt(words.get(1)), words.get(2)))
                .toList();
    }
}

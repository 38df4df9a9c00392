package io.weir.gateway.zabbix;

import java.util.List;

/**
 * A value that must be refused.
 *
 * @param at index of the error
 */
record BadValue(String reason, int at, String json) {

    static List<BadValue> all() {
        return """
                zabbix-not-a-value 0 7
                zabbix-not-a-value 0 null
                zabbix-not-a-value 0 "text"
                zabbix-not-a-value 0 [{"host":"h","key":"k","value":"1"}]
                zabbix-no-value 0 {}
                zabbix-no-value 0 {"host":"h","key":"k"}
                zabbix-no-value 30 {"host":"h","key":"k","value":null}
                zabbix-bad-value 30 {"host":"h","key":"k","value":{"a":1}}
                zabbix-bad-value 30 {"host":"h","key":"k","value":["1"],"lastlogsize":1}
                zabbix-not-supported 30 {"host":"h","key":"k","value":"why","state":1}
                zabbix-not-supported 30 {"host":"h","key":"k","value":"why","state":"1"}
                zabbix-no-host 0 {"key":"k","value":"1"}
                zabbix-no-host 8 {"host":"","key":"k","value":"1"}
                zabbix-no-host 8 {"host":["h"],"key":"k","value":"1"}
                zabbix-no-key 0 {"host":"h","value":"1"}
                zabbix-no-key 18 {"host":"h","key":"","value":"1"}
                zabbix-unknown-item 21 {"host":"h","itemid":1,"value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"k[","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"k[a","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"k[a]b","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"k[a][b]","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"k[[a]","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"k[\\"a]","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"k[\\"a\\"b]","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"[a]","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"a..b","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"a\\nb","value":"1"}
                zabbix-bad-key 20 {"host":"h\\n","key":"k","value":"1"}
                zabbix-bad-key 18 {"host":"h","key":"k[\\\\]","value":"1"}
                not-finite 30 {"host":"h","key":"k","value":"NaN"}
                not-finite 30 {"host":"h","key":"k","value":"-inf"}
                number-out-of-range 30 {"host":"h","key":"k","value":"1e999"}
                number-out-of-range 30 {"host":"h","key":"k","value":-1e999}
                invalid-timestamp 42 {"host":"h","key":"k","value":"1","clock":"now"}
                invalid-timestamp 42 {"host":"h","key":"k","value":"1","clock":""}
                invalid-timestamp 42 {"host":"h","key":"k","value":"1","clock":0}
                invalid-timestamp 42 {"host":"h","key":"k","value":"1","clock":-1}
                invalid-timestamp 42 {"host":"h","key":"k","value":"1","clock":[1]}
                invalid-timestamp 49 {"host":"h","key":"k","value":"1","clock":1,"ns":{}}
                zabbix-no-key 18 {"host":"h","key":{},"itemid":1,"value":"1"}
                timestamp-out-of-range 42 {"host":"h","key":"k","value":"1","clock":1790000000000000000}
                invalid-timestamp 49 {"host":"h","key":"k","value":"1","clock":1,"ns":-1}
                invalid-timestamp 49 {"host":"h","key":"k","value":"1","clock":1,"ns":0.5}
                invalid-timestamp 49 {"host":"h","key":"k","value":"1","clock":1,"ns":1000000000}
                """.lines()
                .map(line -> line.split(" ", 3))
                .map(words -> new BadValue(words[0], Integer.parseInt(words[1]), words[2]))
                .toList();
    }
}

package io.weir.processing.oracle;

import java.math.BigDecimal;

/** Reads numbers in line protocol. */
final class OracleNumber {

    private OracleNumber() {}

    static boolean isNumber(String value) {
        return value.matches("-?[0-9.]+[iu]?");
    }

    static boolean isInteger(String number) {
        return !type(number).isEmpty();
    }

    static boolean isSameType(String one, String other) {
        return type(one).equals(type(other));
    }

    static double number(String value) {
        return Double.parseDouble(digits(value));
    }

    static BigDecimal exact(String value) {
        return new BigDecimal(digits(value));
    }

    private static String digits(String value) {
        return value.replaceAll("[iu]", "");
    }

    private static String type(String number) {
        return number.replaceAll("[^iu]", "");
    }
}

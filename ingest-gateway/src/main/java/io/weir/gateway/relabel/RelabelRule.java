package io.weir.gateway.relabel;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A rule that changes or drops a set of labels. Immutable.
 *
 * @param sourceLabels their values, joined by the separator, are what the expression matches
 * @param regex must match the whole text
 * @param modulus of {@code hashmod}
 * @param targetLabel the label to set, which may refer to groups of the expression
 */
public record RelabelRule(
        RelabelAction action,
        List<String> sourceLabels,
        String separator,
        Pattern regex,
        long modulus,
        Replacement targetLabel,
        Replacement replacement) {
    private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    /** Copies the list. */
    public RelabelRule {
        sourceLabels = List.copyOf(sourceLabels);
    }

    /** Applies the rules in their order. Returns false as soon as one drops the labels. */
    public static boolean applyAll(List<RelabelRule> rules, SortedMap<String, String> labels) {
        for (RelabelRule rule : rules) {
            if (!rule.apply(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the text is a name of a label. */
    public static boolean isLabelName(String text) {
        return LABEL_NAME.matches(text);
    }

    private boolean apply(SortedMap<String, String> labels) {
        switch (action) {
            case REPLACE -> replace(labels);
            case KEEP -> {
                return regex.matches(source(labels));
            }
            case DROP -> {
                return !regex.matches(source(labels));
            }
            case KEEPEQUAL -> {
                return isEqual(labels);
            }
            case DROPEQUAL -> {
                return !isEqual(labels);
            }
            case HASHMOD -> set(labels, targetLabel.toString(), Long.toUnsignedString(hashModulus(source(labels))));
            case LABELMAP -> map(labels);
            case LABELDROP -> labels.keySet().removeIf(regex::matches);
            case LABELKEEP -> labels.keySet().removeIf(name -> !regex.matches(name));
            case LOWERCASE -> set(labels, targetLabel.toString(), source(labels).toLowerCase(Locale.ROOT));
            case UPPERCASE -> set(labels, targetLabel.toString(), source(labels).toUpperCase(Locale.ROOT));
        }
        return true;
    }

    private String source(SortedMap<String, String> labels) {
        if (sourceLabels.size() == 1) {
            return labels.getOrDefault(sourceLabels.get(0), "");
        }
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < sourceLabels.size(); i++) {
            joined.append(i == 0 ? "" : separator).append(labels.getOrDefault(sourceLabels.get(i), ""));
        }
        return joined.toString();
    }

    private boolean isEqual(SortedMap<String, String> labels) {
        return labels.getOrDefault(targetLabel.toString(), "").equals(source(labels));
    }

    private void replace(SortedMap<String, String> labels) {
        Matcher match = regex.matcher(source(labels));
        if (match.matches()) {
            String target = targetLabel.of(match);
            if (isLabelName(target)) {
                set(labels, target, replacement.of(match));
            }
        }
    }

    private void map(SortedMap<String, String> labels) {
        Map<String, String> copies = new TreeMap<>();
        labels.forEach((name, value) -> {
            Matcher match = regex.matcher(name);
            if (match.matches()) {
                copies.put(replacement.of(match), value);
            }
        });
        copies.forEach((name, value) -> set(labels, name, value));
    }

    /** A label with an empty value is the same as none. */
    private static void set(SortedMap<String, String> labels, String name, String value) {
        if (value.isEmpty()) {
            labels.remove(name);
        } else {
            labels.put(name, value);
        }
    }

    /** As Prometheus computes it, so that both share targets in the same way. */
    private long hashModulus(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8));
            return Long.remainderUnsigned(ByteBuffer.wrap(digest).getLong(Long.BYTES), modulus);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}

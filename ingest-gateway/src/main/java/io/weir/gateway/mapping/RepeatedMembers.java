package io.weir.gateway.mapping;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Finds the records of a message in which a member is repeated. Not on the hot path. */
final class RepeatedMembers {
    /** Keeps the last value of a repeated member, and marks the object. */
    static final ObjectReader READER = JsonTrees.READER
            .without(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .with(new MarkingFactory());

    private RepeatedMembers() {}

    /** Whether a tree of {@link #READER} has a repeated member outside of its part {@code except}. */
    @SuppressWarnings("ReferenceEquality") // The part itself, not one with the same content.
    static boolean isIn(JsonNode tree, @Nullable JsonNode except) {
        if (tree == except) {
            return false;
        }
        if (tree instanceof Members members && members.isRepeated) {
            return true;
        }
        for (JsonNode child : tree) {
            if (isIn(child, except)) {
                return true;
            }
        }
        return false;
    }

    private static final class MarkingFactory extends JsonNodeFactory {
        private static final long serialVersionUID = 1;

        @Override
        public ObjectNode objectNode() {
            return new Members(this);
        }
    }

    @SuppressWarnings("unchecked") // ObjectNode's own deepCopy().
    private static final class Members extends ObjectNode {
        private static final long serialVersionUID = 1;

        boolean isRepeated;

        Members(JsonNodeFactory factory) {
            super(factory);
        }

        /** The reader adds members by this method. */
        @Override
        public @Nullable JsonNode replace(String name, @Nullable JsonNode value) {
            JsonNode before = super.replace(name, value);
            isRepeated |= before != null;
            return before;
        }
    }
}

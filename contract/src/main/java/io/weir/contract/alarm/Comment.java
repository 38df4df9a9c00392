package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Objects;

/** What an operator wrote about an alarm. */
@JsonPropertyOrder({"user", "text"})
public record Comment(String user, String text) {

    /** Refuses a comment without a user or a text. */
    @SuppressWarnings("ConstantValue") // JSON may lack any field
    public Comment {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(text, "text");
    }
}

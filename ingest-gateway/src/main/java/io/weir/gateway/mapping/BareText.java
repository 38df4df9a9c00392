package io.weir.gateway.mapping;

import com.fasterxml.jackson.databind.node.TextNode;

/** A text without quotes. As a field, its type is that of its form. */
final class BareText extends TextNode {
    private static final long serialVersionUID = 1;

    BareText(String text) {
        super(text);
    }
}

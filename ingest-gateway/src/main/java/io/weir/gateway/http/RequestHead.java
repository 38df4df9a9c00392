package io.weir.gateway.http;

/** What a consumer of bodies may need to know of a request. */
public interface RequestHead {
    /** Whether the request has a parameter of this name, with or without a value. */
    boolean hasParameter(String name);

    /** The content type of the body, or empty. */
    String contentType();
}

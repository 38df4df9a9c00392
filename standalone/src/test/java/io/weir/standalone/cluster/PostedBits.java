package io.weir.standalone.cluster;

import java.util.OptionalLong;

/** Over HTTP: each body is posted until it is acknowledged or given up, always with the same timestamps. */
final class PostedBits implements BitLoad.Way {
    private final RepeatedPost poster;

    PostedBits(int port) {
        this.poster = new RepeatedPost(port);
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public OptionalLong send(String body, int lines) {
        poster.post(body);
        return OptionalLong.of(System.currentTimeMillis());
    }

    @Override
    public void giveUp() {
        poster.giveUp();
    }
}

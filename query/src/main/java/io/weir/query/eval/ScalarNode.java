package io.weir.query.eval;

/** An expression whose value is a number. It is evaluated at ascending times. */
interface ScalarNode {
    double at(long time);

    static double[] all(ScalarNode[] nodes, long time) {
        double[] values = new double[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            values[i] = nodes[i].at(time);
        }
        return values;
    }
}

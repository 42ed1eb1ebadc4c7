// SPDX-License-Identifier: MIT
/** Forecasts from whatever measures. */
module weather {
    exports weather;
    uses weather.Sensor;
}

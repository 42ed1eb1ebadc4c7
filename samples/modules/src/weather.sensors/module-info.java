// SPDX-License-Identifier: MIT
/** What hangs on the wall of the station. */
module weather.sensors {
    requires weather;
    provides weather.Sensor with weather.sensors.Barometer, weather.sensors.Hygrometer;
}

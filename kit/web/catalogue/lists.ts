import type { Sensor } from '#kit/model/sensor.ts'

/** A page of the list of sensors, as screens show it. */
export interface SensorPageData {
  readonly sensors: readonly Sensor[]
  /** Of all pages. */
  readonly total: number
}

/** For `select`: a page of sensors out of the server's reply. */
export const sensorPageOf = ({ data, meta }: SensorListReply): SensorPageData => ({
  sensors: data,
  total: meta.total,
})

interface SensorListReply {
  readonly data: readonly Sensor[]
  readonly meta: { readonly total: number }
}

/** A page of the list of devices, as screens show it, with figures of all devices. */
export interface DeviceListData<Device> extends DeviceFigures {
  readonly devices: readonly Device[]
}

interface DeviceFigures {
  /** Of all pages. */
  readonly total: number
  /**
   * Of all devices that are open to the person: how many, how many of them online, and their
   * sensors.
   */
  readonly open: number
  readonly online: number
  readonly sensors: number
}

/** For `select`: a page of devices out of the server's reply. */
export const deviceListOf = <Device>({
  data,
  meta,
}: {
  readonly data: readonly Device[]
  readonly meta: DeviceFigures
}): DeviceListData<Device> => ({ devices: data, ...meta })

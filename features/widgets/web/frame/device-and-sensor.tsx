interface DeviceAndSensorProps {
  /** Empty where all sensors are of one device. */
  readonly device: string
  readonly alias: string
}

/** The name of a sensor; that of its device first, where there are several. */
export function DeviceAndSensor({ device, alias }: DeviceAndSensorProps) {
  if (device === '') return <span>{alias}</span>
  return (
    <>
      <span className="its-device">{device}</span>
      <span className="of-device">{alias}</span>
    </>
  )
}

/** Where a person may go from the details of a sensor; an address is null where they may not. */
export interface DetailLinks {
  readonly history: boolean
  readonly alarms: (sensor: SensorName) => string | null
}

interface SensorName {
  readonly lesiId: string
  readonly key: string
}

/**
 * The links of a person who can open these screens. To alarms that is their analysis, or their list
 * for those who have the list alone.
 */
export function detailLinks(canOpen: (path: string) => boolean): DetailLinks {
  return {
    history: canOpen('/warroomCharts'),
    alarms: ({ lesiId, key }) => {
      const [analysis, list] = ['/sensoralarm/alarmnum', '/sensoralarm/alarmlist']
      if (canOpen(analysis)) return addressOf(analysis, { thing: lesiId, sensor: key })
      return canOpen(list) ? addressOf(list, { device: lesiId, search: key }) : null
    },
  }
}

export const addressOf = (path: string, search: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(search).toString()}`

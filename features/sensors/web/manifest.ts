import { sensorTypes } from '#kit/model/sensor.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

const common = {
  group: '/scada',
  gate: 'signed-in',
  icon: 'settings',
  load: () => import('./configuration/configuration-screen.tsx'),
} as const

export const sensors: FeatureManifest = {
  name: 'sensors',
  screens: [
    { ...common, path: '/scada/config', title: 'sensors.configuration.title' },
    {
      ...common,
      path: '/scada/config/type/$type',
      parameters: { type: new RegExp(`^(${sensorTypes.join('|')})$`) },
      title: 'sensors.configuration.titleOfType',
      hidden: true,
    },
  ],
}

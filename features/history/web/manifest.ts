import { warRoomGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const history: FeatureManifest = {
  name: 'history',
  screens: [
    {
      path: '/warroomCharts',
      title: 'history.title',
      icon: 'chart',
      gate: warRoomGate,
      load: () => import('./history-screen.tsx'),
    },
  ],
}

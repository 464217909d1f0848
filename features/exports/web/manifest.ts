import { warRoomGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const exportsFeature: FeatureManifest = {
  name: 'exports',
  screens: [
    {
      path: '/warroomCharts/export-excel',
      title: 'exports.title',
      icon: 'download',
      gate: warRoomGate,
      hidden: true,
      load: () => import('./export-screen.tsx'),
    },
  ],
}

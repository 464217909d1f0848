import { importGate, warRoomGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const importsFeature: FeatureManifest = {
  name: 'imports',
  screens: [
    {
      path: '/warroomCharts/import',
      title: 'imports.title',
      icon: 'up',
      gate: importGate,
      needs: warRoomGate,
      hidden: true,
      textsOnDemand: true,
      load: () => import('./import-screen.tsx'),
    },
  ],
}

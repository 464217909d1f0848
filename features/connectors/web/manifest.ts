import { connectorsGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const connectors: FeatureManifest = {
  name: 'connectors',
  screens: [
    {
      path: '/scada/connectors',
      group: '/scada',
      title: 'connectors.title',
      icon: 'unplugged',
      gate: connectorsGate,
      textsOnDemand: true,
      load: () => import('./connectors-screen.tsx'),
    },
  ],
}

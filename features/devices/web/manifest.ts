import { clipboardGate, deviceInformationGate, warRoomGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const devices: FeatureManifest = {
  name: 'devices',
  groups: [
    {
      path: '/cognito',
      title: 'devices.title',
      icon: 'device',
      gate: deviceInformationGate,
    },
  ],
  screens: [
    {
      path: '/cognito/cognito-info',
      group: '/cognito',
      title: 'devices.title',
      icon: 'device',
      gate: 'signed-in',
      load: () => import('./registry/devices-screen.tsx'),
    },
    {
      path: '/clipboard',
      title: 'devices.clipboard.title',
      icon: 'document',
      gate: clipboardGate,
      needs: warRoomGate,
      hidden: true,
      load: () => import('./clipboard/clipboard-screen.tsx'),
    },
  ],
}

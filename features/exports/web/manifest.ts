import { archiveGate, reportGate, warRoomGate } from '#kit/model/permission.ts'
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
    {
      path: '/zip/download',
      title: 'exports.archive.title',
      icon: 'download',
      gate: archiveGate,
      needs: warRoomGate,
      hidden: true,
      load: () => import('./archive/archive-screen.tsx'),
    },
    {
      path: '/pdf',
      title: 'exports.report.title',
      icon: 'document',
      gate: reportGate,
      needs: warRoomGate,
      hidden: true,
      load: () => import('./report/report-screen.tsx'),
    },
    {
      path: '/pdf/download',
      title: 'exports.report.files',
      icon: 'download',
      gate: reportGate,
      needs: warRoomGate,
      hidden: true,
      load: () => import('./report/reports-screen.tsx'),
    },
  ],
}

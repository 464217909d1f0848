import { pagesGate as gate } from '../contract/board.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const pages: FeatureManifest = {
  name: 'pages',
  screens: [
    { path: '/warroomIndex', title: 'pages.title', icon: 'pages', gate, planned: 'pages.planned' },
    {
      path: '/warroomIndex/edit/$id',
      title: 'pages.edit.title',
      icon: 'edit',
      gate,
      hidden: true,
      planned: 'pages.edit.planned',
    },
  ],
}

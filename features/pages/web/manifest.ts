import type { Gate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

/**
 * The route table gives home pages to `basic`; managers, editors and users have all of the war
 * room.
 */
const gate: Gate = { roles: ['manager', 'editor', 'user', 'basic'] }

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

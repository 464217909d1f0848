import { joinCatalogues } from './join-catalogues.ts'

export default joinCatalogues(
  import.meta.glob('../texts/zh-TW.json', { eager: true, import: 'default' }),
  import.meta.glob('../../../features/session/web/texts/zh-TW.json', {
    eager: true,
    import: 'default',
  }),
)

import { joinCatalogues } from './join-catalogues.ts'

export default joinCatalogues(
  import.meta.glob('../texts/vi.json', { eager: true, import: 'default' }),
  import.meta.glob('../../../features/session/web/texts/vi.json', {
    eager: true,
    import: 'default',
  }),
)

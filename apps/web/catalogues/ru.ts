import { joinCatalogues } from './join-catalogues.ts'

export default joinCatalogues(
  import.meta.glob('../texts/ru.json', { eager: true, import: 'default' }),
  import.meta.glob('../../../features/session/web/texts/ru.json', {
    eager: true,
    import: 'default',
  }),
)

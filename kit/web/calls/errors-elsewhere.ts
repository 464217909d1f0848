type Errors = ReadonlyMap<string, string>

/**
 * What the server refused and nothing on the screen shows. `shown` are the paths that something
 * shows, each with all below it.
 */
export function errorsElsewhere(errors: Errors, shown: readonly string[]): readonly string[] {
  return [...errors].flatMap(([path, text]) =>
    shown.some((each) => path === each || path.startsWith(`${each}.`)) ? [] : [text],
  )
}

/** How a state looks: a CSS colour and a word. */
export interface StateStyle {
  readonly colour: string
  readonly word: string
  /** The word is all that distinguishes it from its neighbours; absent: its colour does, too. */
  readonly isText?: true
}

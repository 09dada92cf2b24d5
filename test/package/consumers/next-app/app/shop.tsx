export function Shop({ name }: { name: string }) {
  return (
    <>
      <h1>{name} for <geo-text template="{city}">your city</geo-text></h1>
      <p><geo-currency prices="USD 149, EUR 139">$149</geo-currency></p>
      <p><geo-if country="FR"><b>Two days.</b><b slot="else" hidden suppressHydrationWarning>Five days.</b></geo-if></p>
    </>
  );
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress } from './start-wordpress.ts';

let wordpress: WordPress;

beforeAll(async () => {
  wordpress = await startWordPress();
});
afterAll(async () => {
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  expect(complaints).toEqual([]);
});

/** WooCommerce cannot be installed from Debian: the functions and methods that its documentation has, as small as can be. */
const doubles = `
  class WooCommerce {}
  class WC_Admin_Meta_Boxes {
    public static $errors = array();
    public static function add_error( $text ) { self::$errors[] = $text; }
  }
  class Product_In_Place {
    public $meta = array();
    public $is_on_sale = false;
    public function get_id() { return 1; }
    public function get_price() { return '149'; }
    public function is_on_sale() { return $this->is_on_sale; }
    public function get_meta( $name ) { return $this->meta[ $name ] ?? ''; }
    public function update_meta_data( $name, $value ) { $this->meta[ $name ] = $value; }
    public function delete_meta_data( $name ) { unset( $this->meta[ $name ] ); }
  }
  function get_woocommerce_currency() { return 'USD'; }
  function wc_get_price_to_display( $product ) { return 149; }
  function woocommerce_wp_text_input( $field ) { echo wp_json_encode( $field ); }
  Geolet_Woocommerce::register();
  $product = new Product_In_Place();
`;

async function run(code: string): Promise<unknown> {
  return JSON.parse(await wordpress.php(doubles + code)) as unknown;
}

/** Sends the product's form. @returns what the product has then, and what its writer is told. */
function save(written: string, { user = 1, nonce = 'woocommerce_save_data' } = {}): Promise<unknown> {
  return run(`
    wp_set_current_user( ${user} );
    $product->meta['_geolet_prices'] = 'GBP 119';
    $_POST = array( 'woocommerce_meta_nonce' => wp_create_nonce( '${nonce}' ), '_geolet_prices' => ${written} );
    do_action( 'woocommerce_admin_process_product_object', $product );
    echo json_encode( array( $product->get_meta( '_geolet_prices' ), count( WC_Admin_Meta_Boxes::$errors ) ) );
  `);
}

describe('prices of a product in other currencies', () => {
  it('are saved from the form of the product', async () =>
    expect(await save("'EUR 139, JPY 21900'")).toEqual(['EUR 139, JPY 21900', 0]));

  it('may name countries, states and groups', async () =>
    expect(await save("'EUR 139, IN PK: USD 49, US-HI: USD 159,gcc: AED 540'")).toEqual([
      'EUR 139, IN PK: USD 49, US-HI: USD 159,gcc: AED 540',
      0,
    ]));

  it('may end in a comma', async () => expect(await save("'EUR 139, JPY 21900,'")).toEqual(['EUR 139, JPY 21900,', 0]));

  it('go when the field is empty', async () => expect(await save("''")).toEqual(['', 0]));

  it('are saved for the variation that they belong to', async () =>
    expect(
      await run(`
        wp_set_current_user( 1 );
        $_POST = array( 'security' => wp_create_nonce( 'save-variations' ), '_geolet_prices' => array( 'EUR 1', 'EUR 2' ) );
        do_action( 'woocommerce_admin_process_variation_object', $product, 1 );
        echo json_encode( $product->get_meta( '_geolet_prices' ) );
      `),
    ).toBe('EUR 2'));

  it.each(["'139 euro'", "'IN:USD 49'", "'*: EUR 1'", "'<b>EUR 139</b>'", "'EUR 139,,'"])(
    'stay as they were for %s, and its writer is told',
    async (written) => expect(await save(written)).toEqual(['GBP 119', 1]),
  );

  it.each([
    ['of a form of somebody who may not edit the product', { user: 0 }],
    ['without the nonce of the form', { nonce: 'another' }],
  ])('are not saved from a request %s', async (_what, request) =>
    expect(await save("'EUR 139'", request)).toEqual(['GBP 119', 0]),
  );

  it.each([
    [
      'are shown around the price',
      'EUR 139',
      false,
      '<geo-currency prices="USD 149, EUR 139"><b>$149</b></geo-currency>',
    ],
    ['are not shown where there are none', '', false, '<b>$149</b>'],
    ['are not shown in a sale, which has two prices', 'EUR 139', true, '<b>$149</b>'],
    ['are not shown where they are no list', '"><script>', false, '<b>$149</b>'],
  ])('%s', async (_fact, prices, isOnSale, html) =>
    expect(
      await run(`
        $product->meta['_geolet_prices'] = '${prices}';
        $product->is_on_sale = ${isOnSale};
        echo json_encode( apply_filters( 'woocommerce_get_price_html', '<b>$149</b>', $product ) );
      `),
    ).toBe(html),
  );

  it('have a field beside the price, which says that they are not charged', async () =>
    expect(await run("do_action( 'woocommerce_product_options_pricing' );")).toMatchObject({
      id: '_geolet_prices',
      description: expect.stringContaining('never charged') as string,
    }));
});

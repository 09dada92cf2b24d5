<?php
/**
 * The owner's settings.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads settings from the option `geolet`, over which constants in wp-config.php hold, named as the proxy's environment
 * variables: `trustHeader` is GEOLET_TRUST_HEADER. The key has an option of its own, which WordPress does not load with
 * every page.
 */
final class Geolet_Settings {
	/** The name of the option. */
	public const OPTION = 'geolet';

	/** The name of the option with the key. */
	public const KEY_OPTION = 'geolet_key';

	/** Settings that only this plugin has. */
	private const OWN = array(
		'source'     => 'none',
		'endpoint'   => '',
		'host'       => 'cloudflare',
		'firstFrame' => 'no',
		'consent'    => 'granted',
		'allowHttp'  => 'no',
	);

	/** The words that some of them may be. */
	private const WORDS = array(
		'source'     => array( 'none', 'proxy', 'service', 'host' ),
		'firstFrame' => array( 'no', 'yes' ),
		'consent'    => array( 'granted', 'required' ),
		'allowHttp'  => array( 'no', 'yes' ),
	);

	/**
	 * The settings as they are when nothing is set.
	 *
	 * @return array<string, mixed>
	 */
	public static function defaults(): array {
		return self::OWN + Geolet_Contract::get( 'defaults' );
	}

	/**
	 * All settings but the keys, checked.
	 *
	 * @return array<string, mixed>
	 * @throws InvalidArgumentException When one is wrong, with a sentence for the owner.
	 */
	public static function load(): array {
		$settings = array();
		foreach ( self::raw() as $name => $value ) {
			$settings[ $name ] = self::parse( $name, $value );
		}
		$settings['upstream'] = self::parse_upstream( $settings['upstream'], $settings );
		if ( 'service' === $settings['source'] && '' === $settings['upstream'] ) {
			throw self::wrong( 'upstream', '', __( 'write scheme and host of the visitor-data service, such as https://geo.example', 'geolet' ) );
		}
		if ( 'host' === $settings['source'] && 'none' === $settings['trust'] ) {
			throw self::wrong( 'trust', 'none', __( 'say who stands in front: headers of a host count only from servers that are trusted', 'geolet' ) );
		}
		return $settings;
	}

	/**
	 * All settings but the keys, as they were written.
	 *
	 * @return array<string, mixed>
	 */
	public static function raw(): array {
		$stored   = get_option( self::OPTION, array() );
		$stored   = is_array( $stored ) ? $stored : array();
		$settings = array();
		foreach ( self::defaults() as $name => $usual ) {
			$settings[ $name ] = self::constant( $name ) ?? $stored[ $name ] ?? $usual;
		}
		return $settings;
	}

	/**
	 * The value that wp-config.php gives a setting.
	 *
	 * @param string $name Of the setting.
	 * @return mixed Null when it gives none.
	 */
	public static function constant( string $name ) {
		$constant = 'GEOLET_' . strtoupper( preg_replace( '/[A-Z]/', '_$0', $name ) );
		return defined( $constant ) ? constant( $constant ) : null;
	}

	/**
	 * The keys of the service, checked.
	 *
	 * @return array{key: string, secondKey: string} Empty where there is none.
	 * @throws InvalidArgumentException When one is wrong.
	 */
	public static function keys(): array {
		return array(
			'key'       => self::parse_key( self::constant( 'key' ) ?? get_option( self::KEY_OPTION, '' ) ),
			'secondKey' => self::parse_key( self::constant( 'secondKey' ) ?? '' ),
		);
	}

	/**
	 * What no log line may contain.
	 *
	 * @return string[]
	 */
	public static function secrets(): array {
		$keys = array( self::constant( 'key' ) ?? get_option( self::KEY_OPTION, '' ), self::constant( 'secondKey' ) );
		return array_filter( $keys, 'is_string' );
	}

	/**
	 * Reads a key.
	 *
	 * @param mixed $key What should be one, or nothing.
	 * @throws InvalidArgumentException When it is something else. The message does not repeat it.
	 */
	public static function parse_key( $key ): string {
		if ( ! is_string( $key ) || ! preg_match( '/^(?:(?!["\'])[\x21-\x7e]+(?<!["\']))?$/D', $key ) ) {
			throw new InvalidArgumentException( __( 'The key has blanks, line ends, quotes or characters outside ASCII: copy it again, and nothing around it.', 'geolet' ) );
		}
		return $key;
	}

	/**
	 * Reads one setting. Lists may be written as text, with commas or blanks between.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value What should be one.
	 * @return mixed
	 * @throws InvalidArgumentException When it is something else, with a sentence for the owner.
	 */
	public static function parse( string $name, $value ) {
		$ranges = Geolet_Contract::get( 'numberRanges' );
		if ( isset( $ranges[ $name ] ) ) {
			return self::parse_number( $name, $value, ...$ranges[ $name ] );
		}
		if ( isset( self::WORDS[ $name ] ) ) {
			return self::parse_word( $name, $value, self::WORDS[ $name ] );
		}
		switch ( $name ) {
			case 'trust':
				return self::parse_trust( $value );
			case 'origins':
				return array_map( array( self::class, 'parse_origin' ), self::parse_list( $name, $value ) );
			case 'expose':
			case 'withhold':
				$known = array_keys( Geolet_Contract::get( 'fields' ) );
				foreach ( self::parse_list( $name, $value ) as $field ) {
					self::parse_word( $name, $field, $known );
				}
				return self::parse_list( $name, $value );
			case 'trustHeader':
				if ( ! is_string( $value ) || ! preg_match( '/^[a-z0-9-]+$/Di', $value ) ) {
					throw self::wrong( $name, $value, __( 'write the name of one header', 'geolet' ) );
				}
				return strtolower( $value );
			case 'host':
				return self::parse_word( $name, $value, array_keys( Geolet_Contract::get( 'hosts' ) ) );
			case 'endpoint':
				return self::parse_endpoint( $value );
			default:
				return is_string( $value ) ? trim( $value ) : '';
		}
	}

	/**
	 * Reads a whole number.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value What should be one.
	 * @param int    $least It may be.
	 * @param int    $most  It may be.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_number( string $name, $value, int $least, int $most ): int {
		$number = filter_var( $value, FILTER_VALIDATE_INT );
		if ( false === $number || $number < $least || $number > $most ) {
			/* translators: 1: smallest number, 2: largest number. */
			throw self::wrong( $name, $value, sprintf( __( 'give a whole number from %1$d to %2$d', 'geolet' ), $least, $most ) );
		}
		return $number;
	}

	/**
	 * Reads one of some words.
	 *
	 * @param string   $name  Of the setting.
	 * @param mixed    $value What should be one.
	 * @param string[] $words It may be.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_word( string $name, $value, array $words ): string {
		$value = is_bool( $value ) ? ( $value ? 'yes' : 'no' ) : $value;
		if ( ! in_array( $value, $words, true ) ) {
			/* translators: %s: words with commas between them. */
			throw self::wrong( $name, $value, sprintf( __( 'choose from %s', 'geolet' ), implode( ', ', $words ) ) );
		}
		return $value;
	}

	/**
	 * Reads a list.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value A list, or text with commas or blanks between.
	 * @return string[]
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_list( string $name, $value ): array {
		$list = is_string( $value ) ? preg_split( '/[\s,]+/', $value, -1, PREG_SPLIT_NO_EMPTY ) : $value;
		if ( ! is_array( $list ) || array_filter( $list, 'is_string' ) !== $list ) {
			throw self::wrong( $name, $value, __( 'write a list with commas between', 'geolet' ) );
		}
		return array_values( $list );
	}

	/**
	 * Reads which servers may name the visitor.
	 *
	 * @param mixed $value Either `none`, or a number of servers in front, or their addresses and ranges.
	 * @return string|int|string[]
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_trust( $value ) {
		if ( is_int( $value ) || ( is_string( $value ) && preg_match( '/^\s*\d+\s*$/D', $value ) ) ) {
			return self::parse_number( 'trust', is_string( $value ) ? trim( $value ) : $value, 1, 16 );
		}
		$list = self::parse_list( 'trust', $value );
		if ( array( 'none' ) === $list ) {
			return 'none';
		}
		foreach ( $list as $text ) {
			$range = Geolet_Address::parse_range( $text );
			if ( null === $range || 0 === $range[1] ) {
				throw self::wrong( 'trust', $text, __( 'write "none", the number of servers in front, or their addresses and ranges such as 10.0.0.0/8', 'geolet' ) );
			}
		}
		if ( array() === $list ) {
			throw self::wrong( 'trust', '', __( 'write "none", the number of servers in front, or their addresses', 'geolet' ) );
		}
		return $list;
	}

	/**
	 * Reads an origin.
	 *
	 * @param string $origin Scheme, host and port as browsers send them.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_origin( string $origin ): string {
		if ( ! preg_match( '~^https?://(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$~D', $origin ) ) {
			throw self::wrong( 'origins', $origin, __( 'write scheme, host and port as browsers send them, such as https://shop.example', 'geolet' ) );
		}
		return $origin;
	}

	/**
	 * Reads the address of a proxy elsewhere.
	 *
	 * @param mixed $value A path on this host or a whole address, or nothing.
	 * @throws InvalidArgumentException When it is something else.
	 */
	private static function parse_endpoint( $value ): string {
		$value = is_string( $value ) ? trim( $value ) : '';
		if ( '' !== $value && ! preg_match( '~^(?:https?://[^\s/?#@]+)?/[^\s?#]+$~D', $value ) ) {
			throw self::wrong( 'endpoint', $value, __( 'write where the proxy answers, such as /geo or https://geo.shop.example/geo', 'geolet' ) );
		}
		return $value;
	}

	/**
	 * Reads the service's address. It must be https, because the key is sent there, unless it stays on this machine or
	 * the owner's network.
	 *
	 * @param string               $value    What should be one, or nothing.
	 * @param array<string, mixed> $settings With `allowHttp`.
	 * @throws InvalidArgumentException When it is something else.
	 */
	public static function parse_upstream( string $value, array $settings ): string {
		if ( '' === $value ) {
			return '';
		}
		if ( ! preg_match( '~^(https?)://([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?/?$~Di', $value, $found ) ) {
			throw self::wrong( 'upstream', $value, __( 'write scheme and host of the visitor-data service, such as https://geo.example', 'geolet' ) );
		}
		$is_here = preg_match( '/^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/D', strtolower( $found[2] ) );
		if ( 'https' !== strtolower( $found[1] ) && ! $is_here && 'yes' !== $settings['allowHttp'] ) {
			throw self::wrong( 'upstream', $value, __( 'use https, for http would send the key unencrypted', 'geolet' ) );
		}
		return strtolower( rtrim( $value, '/' ) );
	}

	/**
	 * What is wrong with a setting, and what to write instead.
	 *
	 * @param string $name  Of the setting.
	 * @param mixed  $value As it was written. Never a secret.
	 * @param string $fix   What to do.
	 */
	private static function wrong( string $name, $value, string $fix ): InvalidArgumentException {
		/* translators: 1: name of a setting, 2: its value, 3: what to do. */
		$text = __( 'The setting "%1$s" is %2$s: %3$s.', 'geolet' );
		return new InvalidArgumentException( sprintf( $text, $name, wp_json_encode( $value ), $fix ) );
	}
}
